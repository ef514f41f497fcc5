const processes = "it runs processes there";
const schema = "it works on the database itself";
const keyRing = "the key ring is in its data folder";
const files = "it works on files";
const nightly = "it is the nightly job of the installation";
const operators = "no interface of the service offers it";

/** Commands, and groups of commands, that act on the machine on which they are called, with the reason why `--url` is refused. */
export const localCommands: Readonly<Record<string, string>> = {
  api: processes,
  "audit anchor": operators,
  "audit sinks": operators,
  "audit verify": "it reads the whole audit, which no single call can",
  autores: nightly,
  backup: keyRing,
  breached: files,
  "catalogue closed": operators,
  "chain check": "it looks at a file and at the plug-ins of the machine",
  connector: files,
  "host run": processes,
  hub: processes,
  install: schema,
  keys: operators,
  mail: operators,
  "managed account history": operators,
  "managed account import": operators,
  "managed conflicts": operators,
  "managed dependant list": operators,
  "managed host": operators,
  "managed report": operators,
  "mass-reset open": files,
  migrate: schema,
  "nodes join": "it fills the database of the machine",
  "password-sender report": "it tells the sender of the machine",
  "password-sender run": processes,
  plugin: files,
  "policy reload": "it wakes the processes of the machine",
  psupdate: nightly,
  rbacenforce: nightly,
  reload: "it wakes the processes of the machine",
  "request replay": "it compares the record with the ledger in the database",
  restore: keyRing,
  restored: schema,
  "settings get": "it shows the settings as a process of the machine has them",
  "settings list": "it shows the settings as a process of the machine has them",
  temporal: processes,
  up: processes,
  vault: keyRing,
  "vault open-export": files,
  "vault prove": "it makes an installation of its own",
  "webhook types": "it lists what the program knows",
};

/**
 * Returns the reason why a command acts on its own machine alone, from its own row, otherwise from that of its group; undefined if
 * it does not.
 */
export function whyLocal(name: string): string | undefined {
  const words = name.split(" ");
  const names = words.map((_word, index) => words.slice(0, index + 1).join(" "));
  return names.map((one) => localCommands[one]).findLast((why) => why !== undefined);
}
