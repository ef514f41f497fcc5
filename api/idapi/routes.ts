import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { strangersBodyMaxBytes } from "#domain/body-limits.ts";
import { bodyMaxBytes } from "#domain/limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { signInPolicies } from "#operations/identity/engine/may-sign-in.ts";
import { checkedInput } from "#operations/kernel/input-invalid.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { logIn } from "#operations/sessions/log-in.ts";
import { logOut } from "#operations/sessions/log-out.ts";
import { momentText } from "#platform/moment-text.ts";

import type { OfferedOperation } from "../offered/offered-operation.ts";
import { offeredOperations } from "../offered/offered-operations.ts";
import type { RouteAnswer, RouteCall, RouteDefinition } from "../route.ts";

/** The way to the library over HTTP. */
const root = "/idapi";
const module = ModuleName.Idapi;
const keyed = "the key of a session is asked for before the body is read";

/** The library over HTTP: signing in, and an address for each operation that is offered. */
export const idapiRoutes: readonly RouteDefinition[] = [
  {
    method: "POST",
    path: `${root}/login`,
    policy: null,
    module,
    rate: "signIn",
    bodyMaxBytes: strangersBodyMaxBytes,
    handler: answerLogin,
  },
  {
    method: "POST",
    path: `${root}/logout`,
    policy: signInPolicies.librarySession,
    operation: logOut.name,
    module,
    session: "librarySession",
    async handler({ context, caller }) {
      await invoke(logOut, context, caller, {});
      return { status: 204 };
    },
  },
  ...offeredOperations.map(operationRoute),
];

const loginInput = z.strictObject({ user: z.string().min(1), password: z.string().min(1) });

async function answerLogin({ context, caller, body }: RouteCall): Promise<RouteAnswer> {
  const { user, password } = checkedInput(loginInput, body);
  const session = await logIn(context, caller, { user, password: new Secret(password), door: "library" });
  const sessionKey = session.secret.use((text) => text);
  return { status: 200, body: { sessionKey, expiresAt: momentText(session.expiresAt) } };
}

function operationRoute({ name, policy, run }: OfferedOperation): RouteDefinition {
  const guarded = policy === null ? { policy, bodyMaxBytes, largeBody: keyed } : { policy };
  return {
    ...guarded,
    method: "POST",
    path: `${root}/${name}`,
    operation: name,
    module,
    session: "librarySession",
    async handler({ context, caller, body }) {
      const output = await run(context, caller, body);
      return output === null
        ? { status: 204 }
        : {
            status: 200,
            body: output,
          };
    },
  };
}
