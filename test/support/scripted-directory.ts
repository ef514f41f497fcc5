import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

import { BerReader, BerWriter, PagedResultsControl } from "ldapts";

import { messageReader } from "./ldap-messages.ts";

/** A search as a directory reads it. */
export interface AskedSearch {
  readonly base: string;
  readonly attributes: readonly string[];
  /** Cookie of the requested page; empty = the first page, absent = the search is not paged. */
  readonly cookie?: string;
}

/** An entry with the names and values of its attributes, as they are sent. */
export interface ScriptedEntry {
  readonly dn: string;
  readonly attributes: Readonly<Record<string, readonly (string | Buffer)[]>>;
}

/** The answer to a search. */
export interface ScriptedAnswer {
  readonly entries?: readonly ScriptedEntry[];
  /** Addresses of other servers. */
  readonly references?: readonly string[];
  /** Result code; absent = success. */
  readonly code?: number;
  readonly words?: string;
  /** Addresses in the answer itself. */
  readonly referral?: readonly string[];
  /** Cookie of the next page; absent = the answer has no control for pages. */
  readonly cookie?: string;
}

/** A directory whose answers a test writes itself, for answers that are too rare on real ones. */
export interface ScriptedDirectory {
  readonly url: string;
  stop(): Promise<void>;
}

const [bindRequest, searchRequest] = [0x60, 0x63];
const [bindAnswer, entryAnswer, referenceAnswer, doneAnswer] = [0x61, 0x64, 0x73, 0x65];
const [controls, referral, set, octets] = [0xa0, 0xa3, 0x31, 0x04];

/** Starts a directory that accepts every bind and answers searches with `answerTo`. */
export async function startScriptedDirectory(
  answerTo: (search: AskedSearch) => ScriptedAnswer,
): Promise<ScriptedDirectory> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    const read = messageReader();
    socket.on("data", (data: Buffer) => {
      for (const { bytes, id, operation } of read(data)) {
        if (operation === bindRequest) socket.write(message(id, bindAnswer, (writer) => writeResult(writer, {})));
        if (operation === searchRequest) for (const part of partsOf(id, answerTo(searchOf(bytes)))) socket.write(part);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function searchOf(bytes: Buffer): AskedSearch {
  const reader = new BerReader(bytes);
  reader.readSequence();
  reader.readInt();
  reader.readSequence();
  const end = reader.offset + reader.length;
  const base = reader.readString() ?? "";
  for (const skip of ["readEnumeration", "readEnumeration", "readInt", "readInt", "readBoolean"] as const)
    reader[skip]();
  reader.readSequence();
  reader.offset += reader.length;
  reader.readSequence();
  const attributes: string[] = [];
  while (reader.offset < end) attributes.push(reader.readString() ?? "");
  const cookie = cookieIn(bytes);
  return { base, attributes, ...(cookie !== undefined && { cookie }) };
}

/** Returns the cookie of the control for pages in a request. */
function cookieIn(bytes: Buffer): string | undefined {
  const place = bytes.indexOf(PagedResultsControl.type);
  if (place === -1) return undefined;
  const reader = new BerReader(bytes.subarray(place + PagedResultsControl.type.length));
  if (reader.peek() === 0x01) reader.readBoolean();
  const value = new BerReader(reader.readString(octets, true) ?? Buffer.alloc(0));
  value.readSequence();
  value.readInt();
  return value.readString() ?? "";
}

function partsOf(id: number, answer: ScriptedAnswer): Buffer[] {
  const { entries = [], references = [], cookie } = answer;
  return [
    ...entries.map((entry) => message(id, entryAnswer, (writer) => writeEntry(writer, entry))),
    ...references.map((place) => message(id, referenceAnswer, (writer) => writer.writeString(place))),
    message(id, doneAnswer, (writer) => writeResult(writer, answer), cookie),
  ];
}

function writeResult(writer: BerWriter, { code = 0, words = "", referral: places }: ScriptedAnswer): void {
  writer.writeEnumeration(code);
  writer.writeString("");
  writer.writeString(words);
  if (places === undefined) return;
  writer.startSequence(referral);
  for (const place of places) writer.writeString(place);
  writer.endSequence();
}

function writeEntry(writer: BerWriter, { dn, attributes }: ScriptedEntry): void {
  writer.writeString(dn);
  writer.startSequence();
  for (const [name, values] of Object.entries(attributes)) {
    writer.startSequence();
    writer.writeString(name);
    writer.startSequence(set);
    for (const value of values) writer.writeBuffer(Buffer.from(value), octets);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
}

function message(id: number, operation: number, write: (writer: BerWriter) => void, cookie?: string): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  write(writer);
  writer.endSequence();
  if (cookie !== undefined) {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(0);
    value.writeString(cookie);
    value.endSequence();
    writer.startSequence(controls);
    writer.startSequence();
    writer.writeString(PagedResultsControl.type);
    writer.writeBuffer(value.buffer, octets);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}
