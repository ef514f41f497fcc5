import { ActionGroup, Button, Card, CardBody, CardTitle, Form } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { Passkey } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { makePasskey } from "../../session/passkey.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { LastUsed } from "./last-used.tsx";
import { RemoveCredential } from "./remove-credential.tsx";

/** Passkeys of the user, with an action to enroll another one. */
export function Passkeys({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const say = useText();
  const may = useMay();
  return (
    <Card component="section">
      <CardTitle component="h2">{say("passkey.title")}</CardTitle>
      <CardBody>
        <p>{say(passkeys.length === 0 ? "passkey.none" : "passkey.explained")}</p>
        <ul className="gatehouse-plain-list">
          {passkeys.map((credential) => (
            <li key={credential.key}>
              {credential.name}, {say("profile.since")} <Moment at={credential.lastChanged} />
              <LastUsed at={credential.lastUsed} /> <RemoveCredential credential={credential} name={credential.name} />
            </li>
          ))}
        </ul>
        {!may("users_post_beginpasskey") ? null : <NewPasskey />}
      </CardBody>
    </Card>
  );
}

function NewPasskey() {
  const say = useText();
  const { user } = useSession();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (given: string) => {
      const { options } = await askOnce(call("POST users()/beginPasskey", { key: user.key }));
      const response = await makePasskey(options);
      await askOnce(call("POST users()/confirmPasskey", { key: user.key, body: { response, name: given } }));
    },
    onSuccess: async () => {
      setName("");
      await readAnew(client, pathOf("users()/credentials", user.key));
    },
  });
  if (typeof PublicKeyCredential === "undefined") return <p>{say("passkey.unable")}</p>;
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const isReady = name.trim() !== "" && !isPending;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) mutate(name.trim());
      }}
    >
      <TextField
        id="passkey-name"
        label={say("passkey.name")}
        value={name}
        maxLength={60}
        isRequired
        autoComplete="off"
        help={say("passkey.nameHelp")}
        fault={faults.get("name")}
        change={setName}
      />
      {error === null ? null : error instanceof DOMException ? (
        <Notice kind="warning" title={say("passkey.declined")} isAlert />
      ) : (
        <ErrorAlert error={error} />
      )}
      <ActionGroup>
        <Button type="submit" variant="secondary" isLoading={isPending} isDisabled={!isReady}>
          {say("passkey.add")}
        </Button>
      </ActionGroup>
    </Form>
  );
}
