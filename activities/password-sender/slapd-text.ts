/** Line of a request of slapd: an attribute or a field, with its bytes. */
export interface SlapdLine {
  readonly name: string;
  readonly value: Buffer;
}

/** Request or result that slapd's socket overlay writes. Source: slapd-sock(5), LDIF as of RFC 2849. */
export interface SlapdText {
  /** Command, such as MODIFY or RESULT. */
  readonly command: string;
  readonly lines: readonly SlapdLine[];
}

/** End of a request: an empty line. */
export const slapdEnd = "\n\n";

/** Reads a whole request or result, with or without its end. Lines that are no fields (`-`) have an empty value. */
export function readSlapdText(bytes: Buffer): SlapdText {
  // One character a byte, so that values keep bytes that are not UTF-8.
  const text = bytes.toString("latin1").replaceAll("\n ", "");
  const [command = "", ...lines] = text.split("\n");
  return { command, lines: lines.filter((line) => line !== "").map(lineOf) };
}

/** Returns the text of the first line with a name; undefined if there is none. */
export function fieldOf({ lines }: SlapdText, name: string): string | undefined {
  return lines.find((line) => line.name === name)?.value.toString("utf8");
}

/** Answer by which slapd goes on. */
export const slapdContinue = "CONTINUE\n";

/** Result codes of LDAP that the sender uses; source: RFC 4511. */
export const ldapCodes = { success: 0, busy: 51, constraintViolation: 19 } as const;

/** Writes the answer by which slapd refuses a request. Line breaks in the words would be further lines of the answer. */
export function slapdRefusal(code: number, words: string): string {
  return `RESULT\ncode: ${code}\ninfo:${words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}\n\n`;
}

function lineOf(line: string): SlapdLine {
  const colon = line.indexOf(":");
  if (colon === -1) return { name: line, value: Buffer.alloc(0) };
  const name = line.slice(0, colon);
  const isBase64 = line.charAt(colon + 1) === ":";
  const written = line.slice(colon + (isBase64 ? 2 : 1)).replace(/^ /, "");
  return { name, value: isBase64 ? Buffer.from(written, "base64") : Buffer.from(written, "latin1") };
}
