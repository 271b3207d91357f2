const megabyte = 2 ** 20;
/** A part of a file that one request carries. */
const sliceBytes = 8 * megabyte;
/** No line of a file that is cut is longer. */
const longestLine = 4 * megabyte;
const newline = 10;

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Whether lines can be found in it: it is not packed, and not in UTF-16. */
function isPlain(first: Uint8Array): boolean {
  const marks = [
    [0x1f, 0x8b], // gzip
    [0x28, 0xb5, 0x2f, 0xfd], // zstd
    [0xfd, 0x37, 0x7a, 0x58], // xz
    [0xff, 0xfe], // UTF-16
    [0xfe, 0xff],
  ];
  return !marks.some((mark) => mark.every((byte, place) => first[place] === byte));
}

/** The first line if it names columns, as the service decides it; every slice needs it. */
function headerOf(first: Uint8Array<ArrayBuffer>): Blob {
  const line = first.subarray(0, first.indexOf(newline) + 1);
  return new Blob(/(^|\W)qid(?!\w|:)/i.test(new TextDecoder().decode(line)) ? [line] : []);
}

/** Cuts a data file behind line ends; one that is small, packed or of very long lines stays whole. */
export async function slicesOf(file: Blob, most = sliceBytes): Promise<Blob[]> {
  const first = await bytesOf(file.slice(0, longestLine));
  if (file.size <= most || !isPlain(first)) return [file];
  const header = headerOf(first);
  const slices: Blob[] = [];
  let begin = 0;
  while (begin < file.size) {
    let end = Math.min(begin + most, file.size);
    if (end < file.size) {
      const line = (await bytesOf(file.slice(end, end + longestLine))).indexOf(newline);
      if (line < 0 && end + longestLine < file.size) return [file];
      end = line < 0 ? file.size : end + line + 1;
    }
    slices.push(begin === 0 ? file.slice(0, end) : new Blob([header, file.slice(begin, end)]));
    begin = end;
  }
  return slices;
}
