/** What a plug-in is asked for and gives, by its kind: the published types for authors of plug-ins. */
export interface PluginKinds {
  /** Sets the case of the id of a new account or group. */
  readonly newIdCase: { readonly request: NewIdCaseRequest; readonly patch: NewIdCasePatch };
}

/** The name of a kind. */
export type PluginKind = keyof PluginKinds;

/** A new account or group that is about to be asked for. */
export interface NewIdCaseRequest {
  /** As the caller has written it, or the id of the recipient where nobody has. */
  readonly id: string;
  readonly type: "account" | "group";
  readonly targetSystemKey: string;
}

/** The id as it shall be. */
export interface NewIdCasePatch {
  /** The id of the request, in another case at most. */
  readonly id: string;
}

/** What a plug-in may use beside its request. */
export interface PluginServices {
  /** Writes a text to the log of the service. */
  log(text: string): void;
}

/** The function `run` that the file of a plug-in exports. */
export type Plugin<Kind extends PluginKind> = (
  request: PluginKinds[Kind]["request"],
  services: PluginServices,
) => PluginKinds[Kind]["patch"] | Promise<PluginKinds[Kind]["patch"]>;
