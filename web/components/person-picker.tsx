import { Button, FormGroup, TextInput } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";

import { peopleQuery } from "../api/catalogue.ts";
import type { Person } from "../api/model.ts";
import { useText } from "../messages/text.ts";
import { ErrorAlert } from "./error-alert.tsx";

interface PersonPickerProps {
  readonly id: string;
  readonly label: string;
  /** Those who are chosen already and are not offered again. */
  readonly without: ReadonlySet<string>;
  /** The path of those who are looked through; without it everybody is. */
  readonly among?: string;
  choose(person: Person): void;
}

/** Finds people by the words that somebody types; the service searches. */
export function PersonPicker({ id, label, without, among, choose }: PersonPickerProps) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const { data, error } = useQuery(peopleQuery(useDeferredValue(typed), among));
  const found = (data?.value ?? []).filter(({ key }) => !without.has(key));
  return (
    <FormGroup label={label} fieldId={id}>
      <TextInput id={id} type="search" autoComplete="off" value={typed} onChange={(_event, text) => setTyped(text)} />
      {error === null ? null : <ErrorAlert error={error} />}
      <div role="status" className="gatehouse-small">
        {typed.trim() === "" || data === undefined ? "" : say("person.found", { count: found.length })}
      </div>
      <ul className="gatehouse-plain-list">
        {found.map((person) => (
          <li key={person.key}>
            <Button
              variant="link"
              isInline
              onClick={() => {
                choose(person);
                setTyped("");
              }}
            >
              {person.displayName ?? person.id} ({person.id})
            </Button>
          </li>
        ))}
      </ul>
    </FormGroup>
  );
}
