import { BerReader, BerWriter } from "ldapts";

const sequence = 0x30;
const success = 0;
const requestNames: Readonly<Record<number, string>> = {
  0x60: "bind",
  0x42: "unbind",
  0x63: "search",
  0x66: "modify",
  0x68: "add",
  0x4a: "delete",
  0x6c: "rename",
  0x6e: "compare",
  0x50: "abandon",
  0x77: "extended",
};
const [modifyRequest, modifyAnswer] = [0x66, 0x67];
const [extendedRequest, extendedAnswer] = [0x77, 0x78];
const longLength = 0x80;
const passwordModify = "1.3.6.1.4.1.4203.1.11.1";

/** An LDAP message, as far as a relay must know it. */
export interface LdapMessage {
  /** Bytes of the whole message, unchanged. */
  readonly bytes: Buffer;
  readonly id: number;
  /** Tag of its operation. */
  readonly operation: number;
  /** True for a request that sets a password. */
  readonly setsPassword: boolean;
}

/** Returns a function that cuts a stream of bytes into whole LDAP messages and keeps an incomplete one for the next call. */
export function messageReader(): (chunk: Buffer) => readonly LdapMessage[] {
  let left: Buffer = Buffer.alloc(0);
  return (chunk) => {
    left = Buffer.concat([left, chunk]);
    const messages: LdapMessage[] = [];
    for (let end = endOf(left); end <= left.length; end = endOf(left)) {
      messages.push(messageOf(left.subarray(0, end)));
      left = left.subarray(end);
    }
    return messages;
  };
}

/** Returns the name of a request's operation. */
export function requestName({ operation }: LdapMessage): string {
  return requestNames[operation] ?? `0x${operation.toString(16)}`;
}

/** Returns the answer to a request that sets a password, as a server gives it: success or a refusal. */
export function answerTo({ id, operation }: LdapMessage, resultCode = success): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation === extendedRequest ? extendedAnswer : modifyAnswer);
  writer.writeEnumeration(resultCode);
  writer.writeString("");
  writer.writeString("");
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

function messageOf(bytes: Buffer): LdapMessage {
  const reader = new BerReader(bytes);
  reader.readSequence(sequence);
  const id = reader.readInt() ?? 0;
  const operation = reader.peek() ?? 0;
  const setsPassword =
    (operation === modifyRequest && bytes.includes("userPassword")) ||
    (operation === extendedRequest && bytes.includes(passwordModify));
  return { bytes, id, operation, setsPassword };
}

/** Returns the end of the first message; Infinity while its length is incomplete. */
function endOf(bytes: Buffer): number {
  const length = bytes[1];
  if (length === undefined) return Infinity;
  if (length < longLength) return 2 + length;
  const more = length - longLength;
  return bytes.length < 2 + more ? Infinity : 2 + more + bytes.readUIntBE(2, more);
}
