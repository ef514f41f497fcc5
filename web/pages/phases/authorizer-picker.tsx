import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Authorizer } from "../../api/model.ts";
import { classNamesQuery } from "../../api/user-classes.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";
import { type AuthorizerKind, authorizerKinds, nobody } from "./phases.ts";

interface AuthorizerPickerProps {
  readonly id: string;
  /** Keys of the people who are authorizers already. */
  readonly without: ReadonlySet<string>;
  choose(authorizer: Authorizer): void;
}

/** Fields that add an authorizer: a person, the members of a class, a manager, the owners of the group, or those that a plug-in names. */
export function AuthorizerPicker({ id, without, choose }: AuthorizerPickerProps) {
  const say = useText();
  const [kind, setKind] = useState<AuthorizerKind>("person");
  return (
    <>
      <FormField
        id={`${id}-kind`}
        label={say("phases.addAuthorizer")}
        input={{
          is: "choice",
          choices: authorizerKinds.map((value) => ({
            value,
            label: say(`authorizer.${value}`, { userClass: "none" }),
          })),
        }}
        value={kind}
        change={(value) => setKind(value as AuthorizerKind)}
      />
      {kind === "person" ? (
        <PersonPicker
          id={`${id}-person`}
          label={say("phases.searchPerson")}
          without={without}
          choose={({ key }) => choose({ ...nobody, userKey: key })}
        />
      ) : (
        <Named key={kind} id={id} kind={kind} choose={choose} />
      )}
    </>
  );
}

interface NamedProps {
  readonly id: string;
  readonly kind: Exclude<AuthorizerKind, "person">;
  choose(authorizer: Authorizer): void;
}

function Named({ id, kind, choose }: NamedProps) {
  const say = useText();
  const { data: classes, error } = useQuery({ ...classNamesQuery, enabled: kind === "userClass" });
  const [named, setNamed] = useState("");
  const [levels, setLevels] = useState<number | null>(1);
  const chosen: Record<NamedProps["kind"], Authorizer | undefined> = {
    userClass: named === "" ? undefined : { ...nobody, userClass: named },
    manager: levels === null ? undefined : { ...nobody, managerLevels: levels },
    groupOwners: { ...nobody, groupOwners: true },
    plugin: named === "" ? undefined : { ...nobody, plugin: named },
  };
  const authorizer = chosen[kind];
  const setText = (value: unknown) => setNamed(String(value));
  return (
    <>
      {error === null ? null : <ErrorAlert error={error} />}
      {kind === "userClass" ? (
        <FormField
          id={`${id}-class`}
          label={say("phases.userClass")}
          input={{
            is: "choice",
            choices: [
              { value: "", label: say("value.none") },
              ...(classes ?? []).map((one) => ({ value: one.id, label: one.id })),
            ],
          }}
          value={named}
          change={setText}
        />
      ) : null}
      {kind === "plugin" ? (
        <FormField
          id={`${id}-plugin`}
          label={say("phases.pluginName")}
          input={{ is: "text" }}
          value={named}
          change={setText}
        />
      ) : null}
      {kind === "manager" ? (
        <FormField
          id={`${id}-levels`}
          label={say("phases.levels")}
          input={{ is: "number", min: 1, max: 10 }}
          value={levels}
          change={(value) => setLevels(value as number | null)}
        />
      ) : null}
      <div>
        <Button
          variant="secondary"
          isDisabled={authorizer === undefined}
          onClick={() => {
            if (authorizer !== undefined) choose(authorizer);
          }}
        >
          {say("action.add")}
        </Button>
      </div>
    </>
  );
}
