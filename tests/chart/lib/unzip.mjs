// Takes single files out of a ZIP archive (deflate or stored; no encryption, no ZIP64).
import fs from 'node:fs';
import zlib from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** The archive's files by name; each is a function that gives the content. */
export function openZip(file) {
  const bytes = fs.readFileSync(file);
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end--;
  if (end < 0) throw new Error(`${file}: not a ZIP archive`);
  const files = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = bytes.readUInt16LE(end + 10); i > 0; i--) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error(`${file}: broken directory`);
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    files.set(bytes.toString('utf8', at + 46, at + 46 + name), () => {
      // The local header has lengths of its own.
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const content = bytes.subarray(start, start + packed);
      return method === 8 ? zlib.inflateRawSync(content) : content;
    });
    at += 46 + name + extra + comment;
  }
  return files;
}
