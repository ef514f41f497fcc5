/** Text of a file, or the rule that its bytes break, as a part of a sentence, and the line of the fault. */
export type FileText = { readonly text: string } | { readonly rule: string; readonly line: number };

const marks: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
];

const lineFeed = 0x0a;

/**
 * Reads the bytes of a text file: UTF-8, or UTF-16 with its mark, as spreadsheets save it. Nothing is guessed: letters that were replaced
 * by others would be a wrong name, or a wrong password.
 */
export function textOfBytes(bytes: Uint8Array): FileText {
  const encoding = marks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))?.encoding ?? "utf-8";
  // Letters of the Latin alphabet in UTF-16 have a NUL beside each of them.
  if (encoding === "utf-8" && bytes.subarray(0, 2).includes(0))
    return { rule: "is not in UTF-8 (UTF-16 without its mark, perhaps)", line: 1 };
  const text = decoded(bytes, encoding);
  if (text === undefined)
    return encoding === "utf-8"
      ? { rule: "is not in UTF-8 (Windows-1252, perhaps)", line: lineOfFirstFault(bytes) }
      : { rule: "begins as UTF-16 and is none", line: 1 };
  return { text };
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the line of the first byte that is not UTF-8: no letter spans lines, so each line is decoded by itself. */
function lineOfFirstFault(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const found = bytes.indexOf(lineFeed, from);
    const end = found === -1 ? bytes.length : found;
    if (decoded(bytes.subarray(from, end), "utf-8") === undefined) return line;
    from = end + 1;
  }
  return line;
}
