import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Implementer, Person } from "../../api/model.ts";
import { namesQuery } from "../../api/person-names.ts";
import { classNamesQuery } from "../../api/user-classes.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { type Say, useText } from "../../messages/text.ts";

const kinds = ["person", "userClass", "plugin"] as const;
const nobody: Implementer = { userKey: null, userClass: null, plugin: null };

interface ImplementerListProps {
  readonly implementers: readonly Implementer[];
  readonly isReadOnly?: boolean;
  /** Error texts of a refused call by the names of their fields. */
  readonly faults: ReadonlyMap<string, string>;
  change(implementers: readonly Implementer[]): void;
}

/** Implementers of a target system or a group, with the fields that add one. */
export function ImplementerList({ implementers, isReadOnly = false, faults, change }: ImplementerListProps) {
  const say = useText();
  const keys = implementers.flatMap(({ userKey }) => userKey ?? []);
  const names = useQuery(namesQuery(keys.toSorted())).data;
  const wrong = [...faults].filter(([name]) => name.startsWith("implementers"));
  return (
    <>
      <ul className="gatehouse-plain-list">
        {implementers.map((one, place) => {
          const name = implementerWords(one, names, say);
          return (
            <li key={`${place} ${name}`} className="gatehouse-toolbar">
              <span>{name}</span>
              {isReadOnly ? null : (
                <Button
                  variant="link"
                  isDanger
                  aria-label={say("implementers.remove", { name })}
                  onClick={() => change(implementers.toSpliced(place, 1))}
                >
                  {say("action.remove")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {wrong.map(([name, message]) => (
        <p key={name} role="alert">
          {message}
        </p>
      ))}
      {isReadOnly ? null : <Adding without={new Set(keys)} choose={(one) => change([...implementers, one])} />}
    </>
  );
}

/** Returns implementers as a change sends them. */
export function sentImplementers(implementers: readonly Implementer[]): readonly Implementer[] {
  return implementers.map(({ userKey, userClass, plugin }) => ({ userKey, userClass, plugin }));
}

function implementerWords(one: Implementer, names: ReadonlyMap<string, Person> | undefined, say: Say): string {
  const { userKey, userClass, plugin } = one;
  if (userClass !== null) return say("implementers.class", { name: userClass });
  if (plugin !== null) return say("implementers.plugin", { name: plugin });
  const person = names?.get(userKey ?? "");
  return person?.displayName ?? person?.id ?? say("person.unknown");
}

interface AddingProps {
  /** Keys of the people who are implementers already. */
  readonly without: ReadonlySet<string>;
  choose(implementer: Implementer): void;
}

/** Fields that add an implementer: a person, the members of a class, or those whom a plug-in names. */
function Adding({ without, choose }: AddingProps) {
  const say = useText();
  const [kind, setKind] = useState<(typeof kinds)[number]>("person");
  const [name, setName] = useState("");
  const { data: classes, error } = useQuery({ ...classNamesQuery, enabled: kind === "userClass" });
  const add = () => {
    choose({ ...nobody, [kind]: name.trim() });
    setName("");
  };
  return (
    <>
      <FormField
        id="implementer-kind"
        label={say("implementers.add")}
        input={{ is: "choice", choices: kinds.map((value) => ({ value, label: say(`implementers.kind.${value}`) })) }}
        value={kind}
        change={(value) => {
          setKind(value as (typeof kinds)[number]);
          setName("");
        }}
      />
      {error === null ? null : <ErrorAlert error={error} />}
      {kind === "person" ? (
        <PersonPicker
          id="implementer-person"
          label={say("implementers.search")}
          without={without}
          choose={({ key }) => choose({ ...nobody, userKey: key })}
        />
      ) : (
        <>
          <FormField
            id="implementer-name"
            label={say(`implementers.kind.${kind}`)}
            input={
              kind === "plugin"
                ? { is: "text" }
                : { is: "choice", choices: ["", ...(classes ?? []).map(({ id }) => id)].map(choiceOf(say)) }
            }
            value={name}
            change={(value) => setName(String(value))}
          />
          <div>
            <Button variant="secondary" isDisabled={name.trim() === ""} onClick={add}>
              {say("action.add")}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

const choiceOf = (say: Say) => (value: string) => ({ value, label: value === "" ? say("value.none") : value });
