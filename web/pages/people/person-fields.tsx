import { Button, FormGroup } from "@patternfly/react-core";

import type { Person } from "../../api/model.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { PersonPicker } from "../../components/person-picker.tsx";
import { TextField } from "../../components/text-field.tsx";
import { type TextKey, useText } from "../../messages/text.ts";

/** Entered values of a user. */
export interface EnteredPerson {
  readonly id: string;
  readonly displayName: string;
  readonly mail: string;
  readonly timeZone: string;
  readonly calendar: string;
  readonly manager: Person | null;
}

interface PersonFieldsProps {
  readonly entered: EnteredPerson;
  readonly error: unknown;
  /** Key of the user, who cannot be their own manager. */
  readonly selfKey?: string;
  change(changed: Partial<EnteredPerson>): void;
}

const fields = [
  { name: "id", label: "people.id", help: "people.idHelp" },
  { name: "displayName", label: "people.name" },
  { name: "mail", label: "people.mail", help: "people.mailHelp" },
  { name: "timeZone", label: "people.timeZone", help: "people.timeZoneHelp" },
  { name: "calendar", label: "people.calendar", help: "people.calendarHelp" },
] as const satisfies readonly {
  readonly name: keyof EnteredPerson;
  readonly label: TextKey;
  readonly help?: TextKey;
}[];

/** Fields of a user, each with the error that the service has returned for it. */
export function PersonFields({ entered, error, selfKey, change }: PersonFieldsProps) {
  const say = useText();
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const { manager } = entered;
  const without = new Set([...(selfKey === undefined ? [] : [selfKey]), ...(manager === null ? [] : [manager.key])]);
  return (
    <>
      {fields.map(({ name, label, ...more }) => (
        <TextField
          key={name}
          id={`person-${name}`}
          label={say(label)}
          value={entered[name]}
          isRequired={name === "id"}
          help={"help" in more ? say(more.help) : undefined}
          fault={faults.get(name)}
          change={(text) => change({ [name]: text })}
        />
      ))}
      {manager === null ? null : (
        <FormGroup label={say("people.manager")} role="group">
          {manager.displayName ?? manager.id} ({manager.id}){" "}
          <Button variant="link" isInline onClick={() => change({ manager: null })}>
            {say("people.noManager")}
          </Button>
        </FormGroup>
      )}
      <PersonPicker
        id="person-manager"
        label={say(manager === null ? "people.manager" : "people.otherManager")}
        without={without}
        choose={(chosen) => change({ manager: chosen })}
      />
      {faults.has("managerKey") ? <p>{faults.get("managerKey")}</p> : null}
    </>
  );
}

/** Returns the body for the entered values; an empty field clears the value. */
export function personBody({ id, displayName, mail, timeZone, calendar, manager }: EnteredPerson) {
  return {
    id: id.trim(),
    displayName: given(displayName),
    mail: given(mail),
    timeZone: given(timeZone),
    calendar: given(calendar),
    managerKey: manager?.key ?? null,
  };
}

const given = (text: string) => (text.trim() === "" ? null : text.trim());
