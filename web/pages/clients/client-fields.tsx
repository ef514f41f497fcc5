import "../../forms/forms.css";
import { Checkbox } from "@patternfly/react-core";

import { CallError, faultsByField } from "../../base/call-error.ts";
import { TextField } from "../../components/text-field.tsx";
import { type TextKey, useText } from "../../messages/text.ts";
import { type EnteredClient, grants, scopes, toggled } from "./entered-client.ts";

interface ClientFieldsProps {
  readonly entered: EnteredClient;
  /** True for a new client. Its ID and whether it is public never change later. */
  readonly isNew: boolean;
  readonly error: unknown;
  change(changed: Partial<EnteredClient>): void;
}

/** Fields of a client, each with the error that the service has returned for it. */
export function ClientFields({ entered, isNew, error, change }: ClientFieldsProps) {
  const say = useText();
  const faultOf = faultsOf(error);
  return (
    <>
      {isNew ? (
        <TextField
          id="client-id"
          label={say("client.id")}
          value={entered.id}
          isRequired
          help={say("client.idHelp")}
          fault={faultOf("id")}
          change={(id) => change({ id })}
        />
      ) : null}
      <TextField
        id="client-name"
        label={say("client.displayName")}
        value={entered.displayName}
        help={say("client.displayNameHelp")}
        fault={faultOf("displayName")}
        change={(displayName) => change({ displayName })}
      />
      {isNew ? <Flag name="isPublic" help="client.isPublicHelp" entered={entered} change={change} /> : null}
      <Flag name="firstParty" help="client.firstPartyHelp" entered={entered} change={change} />
      <Choices
        title="client.grants"
        choices={grants}
        chosen={entered.grants}
        choose={(grant, isIn) => change({ grants: toggled(entered.grants, grant, isIn) })}
      />
      <Choices
        title="client.scopes"
        choices={scopes}
        chosen={entered.scopes}
        choose={(scope, isIn) => change({ scopes: toggled(entered.scopes, scope, isIn) })}
      />
      <TextField
        id="client-redirects"
        label={say("client.redirectUris")}
        value={entered.redirectUris}
        rows={2}
        help={say("client.redirectUrisHelp")}
        fault={faultOf("redirectUris")}
        change={(redirectUris) => change({ redirectUris })}
      />
      <TextField
        id="client-after"
        label={say("client.postLogoutRedirectUris")}
        value={entered.postLogoutRedirectUris}
        rows={2}
        fault={faultOf("postLogoutRedirectUris")}
        change={(postLogoutRedirectUris) => change({ postLogoutRedirectUris })}
      />
      <TextField
        id="client-user"
        label={say("client.user")}
        value={entered.userId}
        help={say("client.userHelp")}
        fault={faultOf("userId")}
        change={(userId) => change({ userId })}
      />
    </>
  );
}

/** Returns a function that finds the error of a field, or of a line of it. */
function faultsOf(error: unknown): (field: string) => string | undefined {
  const faults = error instanceof CallError ? [...faultsByField(error)] : [];
  return (field) => faults.find(([target]) => target === field || target.startsWith(`${field}.`))?.[1];
}

interface FlagProps extends Pick<ClientFieldsProps, "entered" | "change"> {
  readonly name: "isPublic" | "firstParty";
  readonly help: "client.isPublicHelp" | "client.firstPartyHelp";
}

function Flag({ name, help, entered, change }: FlagProps) {
  const say = useText();
  return (
    <Checkbox
      id={`client-${name}`}
      label={say(`client.${name}`)}
      description={say(help)}
      isChecked={entered[name]}
      onChange={(_event, checked) => change({ [name]: checked })}
    />
  );
}

interface ChoicesProps<Choice extends string> {
  readonly title: "client.grants" | "client.scopes";
  readonly choices: readonly Choice[];
  readonly chosen: readonly Choice[];
  choose(choice: Choice, isIn: boolean): void;
}

function Choices<Choice extends string>({ title, choices, chosen, choose }: ChoicesProps<Choice>) {
  const say = useText();
  const words = (choice: Choice) => say(`${title}.${choice}` as TextKey);
  return (
    <fieldset className="gatehouse-group">
      <legend>{say(title)}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          id={`${title}-${choice}`}
          label={words(choice)}
          isChecked={chosen.includes(choice)}
          onChange={(_event, checked) => choose(choice, checked)}
        />
      ))}
    </fieldset>
  );
}
