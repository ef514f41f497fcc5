import type { PluginRequest } from "./request.ts";

/** An operation of an approved request that is about to be offered to implementers. */
export interface ImplementersRequest {
  readonly request: PluginRequest;
  /** Number of the operation in the request, from 1. */
  readonly operation: number;
  /** Keys of the implementers whom the target system or the group names otherwise. */
  readonly implementers: readonly string[];
}

/** Implementers whom the plug-in names besides them; disabled users and the recipient are left out. */
export interface ImplementersPatch {
  /** Keys of users, each once; empty = nobody. */
  readonly userKeys: readonly string[];
}
