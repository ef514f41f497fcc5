/** OID of the extended operation that changes a password. Source: RFC 3062. */
export const passwordModifyOid = "1.3.6.1.4.1.4203.1.11.1";

/** Request of that operation. */
export interface PasswordModify {
  /** Name of the user, usually a DN; absent for the one who is signed in. */
  readonly user?: string;
  /** New password; absent if the server is to generate one. */
  readonly password?: Buffer;
}

const tags = { sequence: 0x30, user: 0x80, current: 0x81, password: 0x82 } as const;
const longForm = 0x80;
const lengthBytesMax = 4;

/** Reads the value of a request; undefined if it has another form. An absent value names nothing and has no password. */
export function readPasswordModify(value: Buffer | undefined): PasswordModify | undefined {
  if (value === undefined || value.length === 0) return {};
  const [sequence] = fieldsOf(value) ?? [];
  if (sequence?.tag !== tags.sequence) return undefined;
  const fields = fieldsOf(sequence.content);
  if (fields === undefined) return undefined;
  const content = (tag: number) => fields.find((field) => field.tag === tag)?.content;
  const [user, password] = [content(tags.user), content(tags.password)];
  return {
    ...(user !== undefined && user.length > 0 && { user: user.toString("utf8") }),
    ...(password !== undefined && { password }),
  };
}

interface Field {
  readonly tag: number;
  readonly content: Buffer;
}

/** Reads the fields of an encoding (BER, definite lengths); undefined if it is cut off. */
function fieldsOf(bytes: Buffer): Field[] | undefined {
  const fields: Field[] = [];
  let place = 0;
  while (place < bytes.length) {
    const tag = bytes[place] ?? 0;
    let length = bytes[place + 1];
    if (length === undefined) return undefined;
    place += 2;
    if (length >= longForm) {
      const size = length - longForm;
      if (size === 0 || size > lengthBytesMax || place + size > bytes.length) return undefined;
      length = bytes.readUIntBE(place, size);
      place += size;
    }
    if (place + length > bytes.length) return undefined;
    fields.push({ tag, content: bytes.subarray(place, place + length) });
    place += length;
  }
  return fields;
}
