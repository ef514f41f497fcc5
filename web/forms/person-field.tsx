import { Button, FormGroup } from "@patternfly/react-core";
import { useState } from "react";

import type { Person } from "../api/model.ts";
import { ToldOfField } from "../components/field-frame.tsx";
import { PersonPicker } from "../components/person-picker.tsx";
import { useText } from "../messages/text.ts";
import type { FormFieldProps } from "./form-field.tsx";

type NamedPerson = Pick<Person, "key" | "id" | "displayName">;

interface PersonFieldProps extends Omit<FormFieldProps, "input"> {
  /** Person with the key that the field begins with. */
  readonly person: NamedPerson | null | undefined;
  /** Key of the person who cannot be chosen. */
  readonly without?: string | undefined;
}

/** A field for the key of a person: the chosen one, and a search for another. */
export function PersonField({ person: first, without, value, change, ...field }: PersonFieldProps) {
  const say = useText();
  const [chosen, setChosen] = useState<NamedPerson | null>(first ?? null);
  const person = chosen?.key === value ? chosen : null;
  const choose = (next: NamedPerson | null) => {
    setChosen(next);
    change(next?.key ?? null);
  };
  return (
    <>
      {person === null ? null : (
        <FormGroup label={field.label} role="group">
          {person.displayName ?? person.id} ({person.id}){" "}
          <Button variant="link" isInline onClick={() => choose(null)}>
            {say("action.remove")}
          </Button>
        </FormGroup>
      )}
      <PersonPicker
        id={field.id}
        label={field.label}
        without={new Set([without, person?.key].filter((key) => key !== undefined))}
        choose={choose}
      />
      <ToldOfField {...field} />
    </>
  );
}
