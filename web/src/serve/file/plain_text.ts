const gzip = [0x1f, 0x8b];
/** Files that people may take for text, by their first bytes. */
const refused: { bytes: number[]; what: string }[] = [
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: "compressed by zstd, which the browser cannot read: decompress it first" },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: "compressed by xz, which the browser cannot read: decompress it first" },
  { bytes: [0x42, 0x5a, 0x68], what: "compressed by bzip2, which the browser cannot read: decompress it first" },
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: "an archive or a sheet of Excel: unpack it, or save it as CSV" },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: "a Parquet file: convert it to CSV" },
];
const utf16 = [
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];

async function firstBytes(data: Blob, count = 4096): Promise<Uint8Array> {
  return new Uint8Array(await data.slice(0, count).arrayBuffer());
}

const begins = (start: Uint8Array, bytes: number[]): boolean => bytes.every((byte, place) => start[place] === byte);

/** The whole stream as a blob, which the browser may keep on disk. */
const collected = (stream: ReadableStream): Promise<Blob> => new Response(stream).blob();

/** The text of a data file in UTF-8, decompressed. Its first bytes decide, not its name. */
export async function plainText(file: Blob): Promise<Blob> {
  let text = file;
  let start = await firstBytes(text);
  if (begins(start, gzip)) {
    try {
      text = await collected(text.stream().pipeThrough(new DecompressionStream("gzip")));
    } catch {
      throw new Error("the file begins like gzip, but cannot be decompressed");
    }
    start = await firstBytes(text);
  }
  const wide = utf16.find(({ bytes }) => begins(start, bytes));
  if (wide !== undefined) {
    text = await collected(text.stream().pipeThrough(new TextDecoderStream(wide.encoding)).pipeThrough(new TextEncoderStream()));
    start = await firstBytes(text);
  }
  const found = refused.find(({ bytes }) => begins(start, bytes));
  if (found !== undefined) throw new Error(`the file is ${found.what}`);
  if (start.includes(0)) throw new Error("the file is no text, expected lines of LETOR or CSV");
  return begins(start, [0xef, 0xbb, 0xbf]) ? text.slice(3) : text;
}
