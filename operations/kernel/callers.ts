import type { ModuleName } from "#domain/module-name.ts";

import type { Caller } from "./context.ts";

const nobody = { key: null, superuser: false, classes: [] } as const;

/** Returns the service itself as a caller: a part of the engine, or a program under its own name. */
export function engineCaller(module: ModuleName, requestId: string, id: string = module): Caller {
  return { ...nobody, kind: "engine", id, sessid: requestId, module, requestId };
}

/** Returns the caller before sign-in. */
export function anonymousCaller(call: Pick<Caller, "module" | "sessid" | "requestId" | "ip">): Caller {
  return { ...nobody, kind: "anonymous", id: "anonymous", ...call };
}
