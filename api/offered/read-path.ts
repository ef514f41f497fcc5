import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { urlMaxBytes } from "#domain/limits.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { checkedInput } from "#operations/kernel/input-invalid.ts";
import { publicAddressOf } from "#operations/kernel/issuer.ts";

import { createRouteTree, type RouteTree } from "../route-tree.ts";
import { v2Routes } from "../v2/routes.ts";

const input = z.strictObject({
  path: z
    .string()
    .min(1, "must not be empty")
    .refine((path) => Buffer.byteLength(path) <= urlMaxBytes, `must have at most ${urlMaxBytes} bytes`),
});

/** The input of a read. */
export const readInput: z.ZodType = input;

const root = "/v2";
let reads: RouteTree | undefined;

/**
 * Reads a path of version 2, such as `users?$filter=startswith(id,'a')`, as GET answers it, under the same policies. A
 * count is returned as a number.
 * @throws INPUT_INVALID, NOT_FOUND and the errors of GET at the path
 */
export async function readPath(context: ServiceContext, caller: Caller, given: unknown): Promise<unknown> {
  const { path: written } = checkedInput(input, given);
  reads ??= createRouteTree(v2Routes.filter(isRead));
  const [path = "", ...query] = written.split("?");
  const match = reads.match(`${root}/${path.replace(/^\/(?:v2\/)?/, "")}`);
  const route = match?.methods.get("GET");
  if (match === undefined || route === undefined) throw new ServiceError("NOT_FOUND", { target: "path" });
  const answer = await route.handler({
    context,
    caller,
    method: "GET",
    match,
    query: query.join("?"),
    headers: { accept: "*/*" },
    body: undefined,
    rawBody: Buffer.alloc(0),
    publicAddress: publicAddressOf(context.settings),
    signsIn: () => undefined,
    send: () => Promise.reject(new TypeError("a read has no parts")),
  });
  return answer.body ?? null;
}

const isRead = ({ method, operation }: (typeof v2Routes)[number]) => method === "GET" && operation !== undefined;
