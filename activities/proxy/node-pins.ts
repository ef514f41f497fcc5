import { readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { ToldNode } from "#domain/proxies/chosen-node.ts";
import { makeFolderDurably, writeFileDurably } from "#platform/files/durable-file.ts";

/** A node that a proxy has been told of. */
export interface PinnedNode {
  /** Public half of its Ed25519 key, as base64url; it never changes. */
  readonly signingKey: string;
  /** True once a node has told that it is expelled: nothing of it is believed any more. */
  readonly isExpelled: boolean;
}

/** Nodes that a proxy knows by their keys. */
export interface NodePins {
  /** Name of the node at which the proxy is at home. */
  readonly home: string;
  readonly nodes: Readonly<Record<string, PinnedNode>>;
}

const fileName = "proxy-nodes.json";
const pinned = z.strictObject({ signingKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/), isExpelled: z.boolean() });
const schema = z.strictObject({ home: z.string().min(1), nodes: z.record(z.string(), pinned) });

/**
 * Reads the nodes that a proxy knows; undefined before its home has told it of any.
 * @throws PROXY_MISCONFIGURED when the file is not readable
 */
export function readNodePins(folder: string): NodePins | undefined {
  const path = join(folder, fileName);
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ServiceError("PROXY_MISCONFIGURED", {
      message: `'${path}' does not hold the nodes of a proxy. Restore it, or remove it and start the proxy while its home answers.`,
      cause,
    });
  }
}

/** Writes the nodes that a proxy knows. */
export function writeNodePins(folder: string, pins: NodePins): void {
  makeFolderDurably(folder);
  writeFileDurably(join(folder, fileName), `${JSON.stringify(pins, null, 2)}\n`);
}

/**
 * Returns the pins after a node that is one of them has told of others. New ones are added; the key of a known one stays, whatever is told,
 * and an expelled one stays expelled.
 */
export function withTold(pins: NodePins, { name: by, nodes: told }: Pick<ToldNode, "name" | "nodes">): NodePins {
  const nodes: Record<string, PinnedNode> = { ...pins.nodes };
  for (const { name, signingKey, state } of told) {
    const known = nodes[name];
    const isExpelled = known?.isExpelled === true || (state === "expelled" && name !== by);
    nodes[name] = { signingKey: known?.signingKey ?? signingKey, isExpelled };
  }
  return { ...pins, nodes };
}
