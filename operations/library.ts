import { ModuleName } from "#domain/module-name.ts";

import type { ServiceContext } from "./context.ts";
import type { Operation } from "./define-operation.ts";
import { createAuthenticator } from "./identity/engine/authenticate.ts";
import { invoke } from "./invoke.ts";

/** The library door (IDAPI) as one signed-in user: the same operations under the same policies as REST. */
export interface Library {
  /**
   * Runs an operation; whoever holds the token needs the right to it.
   * @throws TOKEN_INVALID, FORBIDDEN, INPUT_INVALID and what the operation itself refuses
   */
  call<Input, Output, Prepared>(operation: Operation<Input, Output, Prepared>, input: unknown): Promise<Output>;
}

/** Opens the library for the holder of an access token; the token is checked again at each call. */
export function openLibrary(service: ServiceContext, accessToken: string): Library {
  const authenticate = createAuthenticator(service);
  return {
    async call(operation, input) {
      const origin = { module: ModuleName.Idapi, requestId: service.ids.guid() };
      return invoke(operation, service, await authenticate(accessToken, origin), input);
    },
  };
}
