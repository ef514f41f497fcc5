import type { ModuleName } from "../module-name.ts";

/** Origins of requests. */
export const RequestOrigin = {
  Api: "api",
  Ui: "ui",
  Discovery: "discovery",
  Autores: "autores",
  Rbacenforce: "rbacenforce",
  Script: "script",
} as const;

/** The origin of a request. */
export type RequestOrigin = (typeof RequestOrigin)[keyof typeof RequestOrigin];

const origins: { readonly [M in ModuleName]?: RequestOrigin } = {
  ui: RequestOrigin.Ui,
  load: RequestOrigin.Discovery,
  psupdate: RequestOrigin.Discovery,
  autores: RequestOrigin.Autores,
  rbacenforce: RequestOrigin.Rbacenforce,
  cli: RequestOrigin.Script,
};

/** Returns the origin of requests that a module submits; a program's call counts as `api`. */
export function originOf(module: ModuleName): RequestOrigin {
  return origins[module] ?? RequestOrigin.Api;
}
