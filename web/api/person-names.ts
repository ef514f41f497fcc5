import { queryOptions } from "@tanstack/react-query";

import { peoplePath } from "./catalogue.ts";
import type { Person } from "./model.ts";
import { address } from "./odata.ts";
import { read, readAll } from "./read.ts";

const keptForMs = 60_000;
const togetherMax = 100;
const keyForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reports whether a text has the form of a user key. */
export const isKey = (text: string) => keyForm.test(text);

interface Asked {
  readonly keys: Set<string>;
  readonly people: Promise<ReadonlyMap<string, Person>>;
}

let asked: Asked | undefined;

/** Returns the query for a user by key; null if nobody is found. Keys that are queried at the same moment are read in one batch. */
export function personQuery(key: string) {
  return queryOptions({
    queryKey: [peoplePath, "named", key],
    queryFn: async () => {
      if (asked === undefined || asked.keys.size >= togetherMax) asked = together();
      const { keys, people } = asked;
      keys.add(key);
      return (await people).get(key) ?? null;
    },
    enabled: isKey(key),
    staleTime: keptForMs,
  });
}

/** Returns the query for a map of users by their keys; keys of unknown users are left out. */
export function namesQuery(keys: readonly string[]) {
  const options = { filter: `key in (${keys.join(",")})`, orderby: "key" };
  return queryOptions({
    queryKey: [peoplePath, "names", keys],
    queryFn: async ({ signal }) => {
      const people = await readAll(peoplePath, options, signal);
      return new Map(people.map((person) => [person.key, person]));
    },
    enabled: keys.length > 0,
  });
}

function together(): Asked {
  const keys = new Set<string>();
  const people = new Promise((resolve) => {
    setTimeout(resolve);
  }).then(async () => {
    if (asked?.keys === keys) asked = undefined;
    const options = { filter: `key in (${[...keys].join(",")})`, orderby: "key", top: togetherMax };
    const { value } = await read(address(peoplePath, options));
    return new Map(value.map((person) => [person.key, person]));
  });
  return { keys, people };
}
