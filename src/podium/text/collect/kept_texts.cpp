#include "podium/text/collect/kept_texts.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "podium/core/base/parallel.hpp"

namespace podium::text {

namespace {

std::size_t blocks_of(std::size_t documents, std::size_t block_size) {
  return (documents + block_size - 1) / block_size;
}

void append_number(std::uint64_t number, std::string& to) {
  to.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

std::uint64_t take_number(std::string_view& from) {
  std::uint64_t number = 0;
  std::memcpy(&number, from.data(), sizeof(number));
  from.remove_prefix(sizeof(number));
  return number;
}

void append_text(std::string_view text, std::string& to) {
  append_number(text.size(), to);
  to += text;
}

std::string_view take_text(std::string_view& from) {
  const std::uint64_t size = take_number(from);
  const std::string_view text = from.substr(0, size);
  from.remove_prefix(size);
  return text;
}

}  // namespace

void KeptTexts::add(std::span<const DocumentText> batch) {
  std::vector<std::string> blocks(blocks_of(batch.size(), block_size));
  parallel_for(blocks.size(), [&](std::size_t b) {
    const std::size_t begin = b * block_size;
    for (const DocumentText& document :
         batch.subspan(begin, std::min(block_size, batch.size() - begin))) {
      append_text(document.id, blocks[b]);
      append_number(document.field.size(), blocks[b]);
      for (const std::string_view text : document.field) append_text(text, blocks[b]);
    }
  });
  const std::size_t first = block_end_.size();
  for (const std::string& block : blocks) block_end_.push_back(end() + block.size());
  parallel_for(blocks.size(), [&](std::size_t b) {
    file_.write(blocks[b], block_end_[first + b] - blocks[b].size());
    blocks[b] = {};
  });
  batch_size_.push_back(batch.size());
}

void KeptTexts::for_each_batch(const std::function<void(std::span<DocumentText>)>& use) const {
  const MappedFile file = file_.map();
  std::size_t first = 0;
  std::uint64_t begin = 0;
  std::vector<DocumentText> batch;  // whose memory is used again
  for (const std::size_t documents : batch_size_) {
    batch.resize(documents);
    const std::size_t blocks = blocks_of(documents, block_size);
    parallel_for(blocks, [&](std::size_t b) {
      const std::uint64_t from = b == 0 ? begin : block_end_[first + b - 1];
      std::string_view bytes = file.bytes().substr(from, block_end_[first + b] - from);
      for (std::size_t d = b * block_size; !bytes.empty(); ++d) {
        batch[d].id = take_text(bytes);
        batch[d].field.resize(take_number(bytes));
        for (std::string_view& text : batch[d].field) text = take_text(bytes);
      }
    });
    use(batch);
    first += blocks;
    file.release(file.bytes().substr(begin, block_end_[first - 1] - begin));
    begin = block_end_[first - 1];
  }
}

}  // namespace podium::text
