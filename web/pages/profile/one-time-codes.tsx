import { Button, Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useState } from "react";

import type { OneTimeCode } from "../../api/model.ts";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { LastUsed } from "./last-used.tsx";
import { NewDevice } from "./new-device.tsx";
import { RemoveCredential } from "./remove-credential.tsx";

/** The authenticator app of the user, with an action to enroll another one. */
export function OneTimeCodes({ codes }: { readonly codes: readonly OneTimeCode[] }) {
  const say = useText();
  const may = useMay();
  const [isEnrolling, setEnrolling] = useState(false);
  return (
    <Card component="section">
      <CardTitle component="h2">{say("oneTimeCode.title")}</CardTitle>
      <CardBody>
        <p>{say(codes.length === 0 ? "oneTimeCode.none" : "oneTimeCode.explained")}</p>
        <ul className="gatehouse-plain-list">
          {codes.map((credential) => (
            <li key={credential.key}>
              {say("oneTimeCode.device")}, {say("profile.since")} <Moment at={credential.lastChanged} />
              <LastUsed at={credential.lastUsed} />{" "}
              <RemoveCredential credential={credential} name={say("oneTimeCode.device")} />
              <div>{say("oneTimeCode.left", { count: credential.recoveryCodesLeft })}</div>
            </li>
          ))}
        </ul>
        {!may("users_post_beginonetimecode") ? null : (
          <Button variant="secondary" onClick={() => setEnrolling(true)}>
            {say(codes.length === 0 ? "oneTimeCode.enrol" : "oneTimeCode.replace")}
          </Button>
        )}
        {isEnrolling ? <NewDevice close={() => setEnrolling(false)} /> : null}
      </CardBody>
    </Card>
  );
}
