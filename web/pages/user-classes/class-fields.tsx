import { CallError, faultsByField } from "../../base/call-error.ts";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";

/** Entered values of a user class. */
export interface EnteredClass {
  readonly id: string;
  readonly description: string;
  readonly condition: string;
}

interface ClassFieldsProps {
  readonly entered: EnteredClass;
  /** True for a new class; the ID of a class never changes later. */
  readonly isNew: boolean;
  readonly error: unknown;
  change(changed: Partial<EnteredClass>): void;
}

/** Fields of a user class, each with the error that the service has returned for it. */
export function ClassFields({ entered: { id, description, condition }, isNew, error, change }: ClassFieldsProps) {
  const say = useText();
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  return (
    <>
      {isNew ? (
        <TextField
          id="class-id"
          label={say("classes.id")}
          value={id}
          isRequired
          help={say("class.idHelp")}
          fault={faults.get("id")}
          change={(text) => change({ id: text })}
        />
      ) : null}
      <TextField
        id="class-description"
        label={say("classes.description")}
        value={description}
        isRequired
        fault={faults.get("description")}
        change={(text) => change({ description: text })}
      />
      <TextField
        id="class-condition"
        label={say("classes.condition")}
        rows={3}
        value={condition}
        help={say("class.conditionHelp")}
        fault={faults.get("condition")}
        change={(text) => change({ condition: text })}
      />
    </>
  );
}
