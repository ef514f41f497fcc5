import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

import { BerReader, BerWriter, PagedResultsControl } from "ldapts";

/** A directory that answers every search with the given pages, for answers that are too rare on a real one. */
export interface FakeDirectory {
  readonly url: string;
  stop(): Promise<void>;
}

const [bindRequest, searchRequest] = [0x60, 0x63];
const [bindResponse, searchEntry, searchDone] = [0x61, 0x64, 0x65];
const success = 0;
const pagedResults = PagedResultsControl.type;

/**
 * Starts a directory whose listing has these pages of names, one of which may be empty; to questions about itself it answers with a result
 * code.
 */
export async function startFakeDirectory(
  pages: readonly (readonly string[])[],
  aboutItself = success,
): Promise<FakeDirectory> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let page = 0;
    socket.on("error", () => {});
    socket.on("data", (data: Buffer) => {
      const reader = new BerReader(data);
      reader.readSequence();
      const id = reader.readInt() ?? 0;
      const operation = reader.peek();
      if (operation === bindRequest) socket.write(done(id, bindResponse));
      if (operation !== searchRequest) return;
      // It returns no entry about its own schema.
      if (data.includes("subschemaSubentry")) return void socket.write(done(id, searchDone, undefined, aboutItself));
      // It has nothing but its root and its listing, which comes in pages.
      if (!data.includes(pagedResults) && !data.includes("structuralObjectClass"))
        return void socket.write(done(id, searchDone));
      // It has no groups.
      if (data.includes("groupOfNames")) return void socket.write(done(id, searchDone, ""));
      for (const name of pages[page] ?? []) socket.write(entry(id, name));
      page += 1;
      socket.write(done(id, searchDone, page < pages.length ? `page-${page}` : ""));
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

function entry(id: number, name: string): Buffer {
  return message(id, searchEntry, (writer) => {
    writer.writeString(`uid=${name},dc=example,dc=test`);
    writer.startSequence();
    for (const [type, value] of [
      ["uid", name],
      ["entryUUID", `id-${name}`],
      ["objectClass", "inetOrgPerson"],
    ] as const) {
      writer.startSequence();
      writer.writeString(type);
      writer.startSequence(0x31);
      writer.writeString(value);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });
}

function done(id: number, operation: number, cookie?: string, resultCode = success): Buffer {
  const result = (writer: BerWriter): void => {
    writer.writeEnumeration(resultCode);
    writer.writeString("");
    writer.writeString("");
  };
  if (cookie === undefined) return message(id, operation, result);
  const control = new BerWriter();
  control.startSequence();
  control.writeInt(0);
  control.writeString(cookie);
  control.endSequence();
  return message(id, operation, result, (writer) => {
    writer.startSequence(0xa0);
    writer.startSequence();
    writer.writeString(pagedResults);
    writer.writeBuffer(control.buffer, 0x04);
    writer.endSequence();
    writer.endSequence();
  });
}

function message(
  id: number,
  operation: number,
  body: (writer: BerWriter) => void,
  controls: (writer: BerWriter) => void = () => {},
): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  body(writer);
  writer.endSequence();
  controls(writer);
  writer.endSequence();
  return writer.buffer;
}
