import { Button, Content, FormGroup } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../api/call.ts";
import { useChanging } from "../api/changing.ts";
import { definitionsOfQuery, type DefinitionOf } from "../api/definitions.ts";
import type { Operation, Person } from "../api/model.ts";
import { pathOf } from "../api/path.ts";
import { targetNamesQuery } from "../api/target-names.ts";
import { CallError, faultsByField } from "../base/call-error.ts";
import { AttributeFields } from "../components/attribute-fields.tsx";
import { changedAttributes, type EnteredAttributes } from "../components/changed-attributes.ts";
import { FormDialog } from "../components/form-dialog.tsx";
import { PersonPicker } from "../components/person-picker.tsx";
import { TextField } from "../components/text-field.tsx";
import { useText } from "../messages/text.ts";
import { useMay } from "../session/use-may.ts";
import { FormField } from "./form-field.tsx";

interface AddObjectDialogProps {
  /** Kind of the object: account or group, as attribute definitions name it. */
  readonly of: DefinitionOf;
  readonly set: "accounts" | "groups";
  /** Receives the key of the operation that creates the object on the target system. */
  follow(operationKey: string): void;
  close(): void;
}

interface Entered {
  readonly targetSystemKey: string;
  readonly shortId: string;
  readonly password: string;
  readonly owner: Person | null;
  readonly attributes: EnteredAttributes;
}

const nothing: Entered = { targetSystemKey: "", shortId: "", password: "", owner: null, attributes: {} };

/**
 * A dialog that creates an account or a group on a target system, without an approval. The attributes are those of its definitions and
 * further ones.
 */
export function AddObjectDialog({ of, set, follow, close }: AddObjectDialogProps) {
  const say = useText();
  const [entered, setEntered] = useState(nothing);
  const { data: targets } = useQuery(targetNamesQuery);
  const { mutate, isPending, error } = useChanging<Operation>([pathOf(set)]);
  const { targetSystemKey, shortId } = entered;
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const change = (part: Partial<Entered>) => setEntered((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={say(`newObject.add.${of}`)}
      explained={say("newObject.explained")}
      action={say(`newObject.add.${of}`)}
      isReady={targetSystemKey !== "" && shortId.trim() !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call(`POST ${set}`, { body: bodyOf(of, entered) }), {
          onSuccess: ({ key }) => {
            follow(key);
            close();
          },
        })
      }
    >
      <FormField
        id="object-target"
        label={say("accounts.target")}
        input={{
          is: "choice",
          choices: [
            { value: "", label: say("value.none") },
            ...(targets ?? []).map(({ id, description }) => ({ value: id, label: `${id} – ${description}` })),
          ],
        }}
        isRequired
        value={targetSystemKey}
        fault={faults.get("targetSystemKey")}
        change={(value) => change({ targetSystemKey: String(value) })}
      />
      <TextField
        id="object-name"
        label={say("newObject.name")}
        value={shortId}
        isRequired
        fault={faults.get("shortId")}
        change={(text) => change({ shortId: text })}
      />
      {of === "user" ? <OfAccount entered={entered} faults={faults} change={change} /> : null}
      {targetSystemKey === "" ? null : (
        <Attributes key={targetSystemKey} of={of} entered={entered} faults={faults} change={change} />
      )}
    </FormDialog>
  );
}

interface PartProps {
  readonly entered: Entered;
  readonly faults: ReadonlyMap<string, string>;
  change(part: Partial<Entered>): void;
}

/** Fields that only an account has: its owner and its password. */
function OfAccount({ entered: { owner, password }, faults, change }: PartProps) {
  const say = useText();
  const may = useMay();
  return (
    <>
      <FormGroup label={say("accounts.owner")}>
        <Content component="p">
          {owner === null ? say("accounts.nobody") : `${owner.displayName ?? owner.id} (${owner.id})`}{" "}
          {owner === null ? null : (
            <Button variant="link" isInline onClick={() => change({ owner: null })}>
              {say("action.remove")}
            </Button>
          )}
        </Content>
      </FormGroup>
      {may("people_get_list") ? (
        <PersonPicker
          id="object-owner"
          label={say("owner.find")}
          without={new Set(owner === null ? [] : [owner.key])}
          choose={(person) => change({ owner: person })}
        />
      ) : null}
      <TextField
        id="object-password"
        label={say("newObject.password")}
        type="password"
        autoComplete="new-password"
        value={password}
        help={say("newObject.passwordHelp")}
        fault={faults.get("password")}
        change={(text) => change({ password: text })}
      />
    </>
  );
}

function Attributes({ of, entered, faults, change }: PartProps & Pick<AddObjectDialogProps, "of">) {
  const { data: definitions } = useQuery(definitionsOfQuery(entered.targetSystemKey, of));
  const needed = new Set(
    (definitions ?? [])
      // Values that come from the owner's profile need no field.
      .filter(({ minValues, actionOnCreate }) => minValues > 0 && actionOnCreate !== "set")
      .map(({ attribute }) => attribute),
  );
  return (
    <AttributeFields
      names={(definitions ?? []).map(({ attribute }) => attribute)}
      entered={entered.attributes}
      needed={needed}
      faults={faults}
      change={(attributes) => change({ attributes })}
    />
  );
}

function bodyOf(of: DefinitionOf, { targetSystemKey, shortId, password, owner, attributes }: Entered) {
  const attributeValues = changedAttributes({}, attributes);
  const common = { targetSystemKey, shortId: shortId.trim(), attributeValues };
  if (of === "group") return common;
  return { ...common, ...(owner !== null && { userKey: owner.key }), ...(password !== "" && { password }) };
}
