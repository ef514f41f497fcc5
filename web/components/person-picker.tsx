import { Button, FormGroup, TextInput } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";

import { peopleQuery } from "../api/catalogue.ts";
import type { Person } from "../api/model.ts";
import type { Page, Path } from "../api/odata.ts";
import { useText } from "../messages/text.ts";
import { ErrorAlert } from "./error-alert.tsx";

interface PersonPickerProps {
  readonly id: string;
  readonly label: string;
  /** Keys of the selected people, who are not offered again. */
  readonly without: ReadonlySet<string>;
  /** Path of the people to search; all people by default. */
  readonly among?: Path<Page<Person>>;
  choose(person: Person): void;
}

/** A search field that finds people by typed words; the service does the search. */
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
