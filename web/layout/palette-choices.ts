import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";

import { peopleQuery } from "../api/catalogue.ts";
import type { PolicyName } from "../api/model.ts";
import { requestsFoundQuery } from "../api/requests.ts";
import { actionOf, namesOfActions } from "../keyboard/page-actions.ts";
import type { ShortcutName } from "../keyboard/shortcuts.ts";
import { askedFor } from "../messages/request-words.ts";
import { type TextKey, useText } from "../messages/text.ts";
import { paths } from "../paths.ts";
import { useMay } from "../session/use-may.ts";
import { navigation } from "./navigation.ts";

/** A choice of the palette: a page to go to, or an action of the current page. */
export interface PaletteChoice {
  readonly key: string;
  readonly words: string;
  readonly leadsTo: { readonly path: string } | { readonly action: () => void };
  /** Shortcut of the same action. */
  readonly shortcut?: ShortcutName;
}

/** A group of choices with a title. */
export interface PaletteGroup {
  readonly title: TextKey;
  readonly choices: readonly PaletteChoice[];
}

/** Returns the choices for typed words: actions of the page, pages that the user may see, requests and people. */
export function usePaletteChoices(typed: string): readonly PaletteGroup[] {
  const say = useText();
  const may = useMay();
  const words = useDeferredValue(typed.trim());
  const requests = useQuery({ ...requestsFoundQuery(words), enabled: words.length > 1 && may("requests_get_list") });
  // The page of a person is for those who manage users.
  const seesPeople = may("people_get_list") && may("users_patch_update");
  const people = useQuery({ ...peopleQuery(words), enabled: words.length > 1 && seesPeople });
  const groups: readonly PaletteGroup[] = [
    { title: "palette.actions", choices: fitting(actionsOf(say), typed) },
    { title: "palette.pages", choices: fitting(pagesOf(say, may), typed) },
    {
      title: "palette.requests",
      choices: (words.length > 1 ? (requests.data?.value ?? []) : []).map(({ key, number, operations }) => ({
        key,
        words: `${number} ${askedFor(operations, say)}`,
        leadsTo: { path: paths.request(key) },
      })),
    },
    {
      title: "palette.people",
      choices: (words.length > 1 ? (people.data?.value ?? []) : []).map(({ key, id, displayName }) => ({
        key,
        words: `${displayName ?? id} (${id})`,
        leadsTo: { path: paths.person(key) },
      })),
    },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

type Words = ReturnType<typeof useText>;

function actionsOf(say: Words): readonly PaletteChoice[] {
  return namesOfActions().flatMap((name) => {
    const action = name === "palette" ? undefined : actionOf(name);
    return action === undefined
      ? []
      : [{ key: name, words: say(`shortcut.${name}`), leadsTo: { action }, shortcut: name }];
  });
}

function pagesOf(say: Words, may: (policy: PolicyName) => boolean): readonly PaletteChoice[] {
  return navigation
    .flatMap(({ entries }) => entries)
    .filter(({ policy }) => policy === null || may(policy))
    .map(({ path, text }) => ({ key: path, words: say(text), leadsTo: { path } }));
}

/** Returns the choices that contain each of the typed words. */
function fitting(choices: readonly PaletteChoice[], typed: string): readonly PaletteChoice[] {
  const wanted = typed.toLocaleLowerCase().split(/\s+/);
  return choices.filter(({ words }) => wanted.every((word) => words.toLocaleLowerCase().includes(word)));
}
