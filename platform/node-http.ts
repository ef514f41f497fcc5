import type * as Http from "node:http";

/**
 * The module `node:http`. Its import as a module costs each process 30 ms and more: Node then reads all of its exports, and reading one of
 * these loads a second client, with WebSockets.
 */
export const http: typeof Http = process.getBuiltinModule("node:http");
