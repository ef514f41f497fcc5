import { TextInput } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from "react";

import { peopleQuery } from "../api/catalogue.ts";
import type { Person } from "../api/model.ts";
import { isKey, personQuery } from "../api/person-names.ts";
import { useText } from "../messages/text.ts";
import type { EnteredFilter } from "./table-column.ts";

interface PersonFilterProps {
  readonly filter: EnteredFilter;
  /** Key of the selected person; empty if none is selected. */
  readonly value: string;
  change(value: string): void;
}

/** A filter by a person who is found by name; the browser suggests the matches of the typed text. */
export function PersonFilter({ filter: { title }, value, change }: PersonFilterProps) {
  const say = useText();
  // A page may have several lists with a filter of this name.
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const { data: chosen } = useQuery(personQuery(value));
  const words = useDeferredValue(typed ?? "");
  const { data, isFetching } = useQuery(peopleQuery(words));
  const people = data?.value ?? [];
  const meant = words === typed ? meantBy(words, people) : undefined;
  // Text that matches nobody is dropped when the field loses the focus; it then shows the selected person again.
  const isForgotten = isLeft && !isFetching && words === typed && meant === undefined;
  const choose = useEffectEvent((key: string) => {
    if (key !== value) change(key);
  });
  useEffect(() => {
    if (meant !== undefined) choose(meant);
  }, [meant]);
  return (
    <span className="gatehouse-entered">
      <label htmlFor={id}>{say(title)}</label>
      <TextInput
        id={id}
        type="search"
        autoComplete="off"
        list={`${id}-people`}
        value={(isForgotten ? undefined : typed) ?? chosen?.id ?? value}
        onChange={(_event, text) => {
          setTyped(text);
          if (text === "") change("");
        }}
        onBlur={() => setLeft(true)}
        onFocus={() => {
          if (isForgotten) setTyped(undefined);
          setLeft(false);
        }}
      />
      <datalist id={`${id}-people`}>
        {people.map((person) => (
          <option key={person.key} value={person.id}>
            {person.displayName ?? person.id}
          </option>
        ))}
      </datalist>
    </span>
  );
}

function meantBy(typed: string, people: readonly Person[]): string | undefined {
  const text = typed.trim();
  return isKey(text) ? text : people.find(({ id }) => id === text)?.key;
}
