import type * as Http from "node:http";

/**
 * The module `node:http`. Imported as a module it costs each process 30 ms and more: Node then reads all that it exports, and one of
 * these is a second client, with WebSockets, which is loaded by being read.
 */
export const http: typeof Http = process.getBuiltinModule("node:http");
