/** What the process of a plug-in is told to do. */
export interface PluginWork {
  /** The request, packed. */
  readonly request: string;
  /** The services that it may use beside `log`. */
  readonly services: readonly string[];
}

/** What the service says to the process of a plug-in: what to do, or what a service has answered. */
export type PluginOrder =
  | { readonly work: PluginWork }
  | { readonly id: number; readonly given: string }
  | { readonly id: number; readonly refused: string };

/** What the process of a plug-in says. */
export type PluginAnswer =
  | { readonly say: "ready" }
  | { readonly say: "loaded"; readonly kind: string | null }
  | { readonly say: "log"; readonly text: string }
  | { readonly say: "ask"; readonly id: number; readonly service: string; readonly text: string }
  | { readonly say: "patch"; readonly text: string }
  /** `ends`: its process ends with it. */
  | { readonly say: "failure"; readonly text: string; readonly ends?: true };

/** What hears a plug-in while it works. */
export interface PluginListener {
  log(text: string): void;
  /** Answers what it asks of a service; what is thrown is told to the plug-in. */
  ask(service: string, text: string): Promise<string>;
}

/** A plug-in that is loaded and can be asked. */
export interface AskedPlugin {
  /** The kind that the file names; null where it names none. */
  readonly loaded: Promise<string | null>;
  /**
   * Asks it once and gives what it returns, packed.
   * @throws PluginFailure
   */
  ask(work: PluginWork, listener: PluginListener): Promise<string>;
}

/** Why a plug-in cannot be used: in our words, and in its own where it has some. */
export class PluginFailure extends Error {
  override readonly name = "PluginFailure";
  /** What it has thrown. */
  readonly own: string | undefined;

  constructor(why: string, own?: string) {
    super(why);
    this.own = own;
  }
}
