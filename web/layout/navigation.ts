import type { TextKey } from "../messages/text.ts";
import { paths } from "../paths.ts";

/** An entry of the navigation. */
export interface NavigationEntry {
  readonly path: string;
  readonly text: TextKey;
  /** The policy without which the page shows nothing; who has it in no case does not see the entry. */
  readonly policy: string | null;
}

/** A group of entries. */
export interface NavigationGroup {
  readonly text: TextKey;
  readonly entries: readonly NavigationEntry[];
}

/** The navigation: what each page is called, and which policy leads to it. */
export const navigation: readonly NavigationGroup[] = [
  {
    text: "navigation.forMe",
    entries: [
      { path: paths.home, text: "home.title", policy: null },
      { path: paths.ask, text: "ask.title", policy: "requests_post_create" },
      { path: paths.requests, text: "requests.title", policy: "requests_get_list" },
      { path: paths.waiting, text: "waiting.title", policy: "requests_waitingforme_get_list" },
    ],
  },
  {
    text: "navigation.targets",
    entries: [
      { path: paths.targets, text: "targets.title", policy: "targetsystems_get_list" },
      { path: paths.proxies, text: "proxies.title", policy: "proxyservers_get_list" },
      { path: paths.targetGroups, text: "targetGroups.title", policy: "targetgroups_get_list" },
      { path: paths.passwordPolicies, text: "passwordPolicies.title", policy: "passwordpolicies_get_list" },
    ],
  },
];
