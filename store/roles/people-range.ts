/** People among whom differences are looked for. */
export type PeopleRange =
  /** People whose keys come after the first and not after the last; null for no bound. */
  { readonly after: string | null; readonly upTo: string | null } | { readonly userKeys: readonly string[] };
