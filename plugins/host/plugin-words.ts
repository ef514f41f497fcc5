/** A call for the process of a plug-in. */
export interface PluginWork {
  /** The request, packed. */
  readonly request: string;
  /** Services that the plug-in may use besides `log`. */
  readonly services: readonly string[];
}

/** A message from the service to the process of a plug-in: a call, or the answer of a service. */
export type PluginOrder =
  | { readonly work: PluginWork }
  | { readonly id: number; readonly given: string }
  | { readonly id: number; readonly refused: string };

/** A message from the process of a plug-in. */
export type PluginAnswer =
  | { readonly say: "ready" }
  | { readonly say: "loaded"; readonly kind: string | null }
  | { readonly say: "log"; readonly text: string }
  | { readonly say: "ask"; readonly id: number; readonly service: string; readonly text: string }
  | { readonly say: "patch"; readonly text: string }
  /** `ends`: the process ends after it. */
  | { readonly say: "failure"; readonly text: string; readonly ends?: true };

/** Receiver of a plug-in's messages during a call. */
export interface PluginListener {
  log(text: string): void;
  /** Answers a service call of the plug-in; an error that it throws is sent to the plug-in. */
  ask(service: string, text: string): Promise<string>;
}

/** A loaded plug-in that takes calls. */
export interface AskedPlugin {
  /** Kind that the file names; null if it names none. */
  readonly loaded: Promise<string | null>;
  /**
   * Calls the plug-in once and returns its result, packed.
   * @throws PluginFailure
   */
  ask(work: PluginWork, listener: PluginListener): Promise<string>;
}

/** Reason why a plug-in cannot be used: our words, and those of the plug-in if it gave any. */
export class PluginFailure extends Error {
  override readonly name = "PluginFailure";
  /** Message of the error that the plug-in threw. */
  readonly own: string | undefined;

  constructor(why: string, own?: string) {
    super(why);
    this.own = own;
  }
}
