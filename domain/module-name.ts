/** Modules that write: the values of `lastUpdatedModule` on rows and of `module` in the audit. */
export const ModuleName = {
  Rest: "rest",
  Soap: "soap",
  Idapi: "idapi",
  Ui: "ui",
  Cli: "cli",
  Load: "load",
  Psupdate: "psupdate",
  Autores: "autores",
  Rbacenforce: "rbacenforce",
  /** The request workflow. */
  Idwfm: "idwfm",
  /** The monitor of the request workflow. */
  Idtm: "idtm",
  /** The delivery of webhooks. */
  Webhook: "webhook",
  /** The schedules of the engine. */
  Maintenance: "maintenance",
} as const;

/** Name of a module that writes. */
export type ModuleName = (typeof ModuleName)[keyof typeof ModuleName];
