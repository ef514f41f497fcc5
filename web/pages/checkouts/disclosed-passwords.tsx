import { Button } from "@patternfly/react-core";
import { useState } from "react";

import type { Disclosed, DisclosedPassword } from "../../api/model.ts";
import { Countdown } from "../../components/countdown.tsx";
import { Notice } from "../../components/notice.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { useText } from "../../messages/text.ts";

interface DisclosedPasswordsProps {
  readonly disclosed: Disclosed;
  /** Moment at which the passwords are hidden again. */
  readonly until: string;
}

/** Revealed passwords: the one of the account, or each that may be valid, the likeliest first. */
export function DisclosedPasswords({ disclosed: { passwords, certain, how }, until }: DisclosedPasswordsProps) {
  const say = useText();
  return (
    <>
      {certain ? null : (
        <Notice kind="warning" title={say("disclosure.uncertain")}>
          {say("disclosure.uncertainExplained")}
        </Notice>
      )}
      {passwords.map((one, index) => {
        const label = say("disclosure.password", { number: index + 1, count: passwords.length });
        const status = say(`disclosure.status.${one.status}`);
        return (
          <div key={label}>
            <p>
              {label} ({status})
            </p>
            {how === "copy" ? (
              <CopyUnseen password={one} label={label} />
            ) : (
              <SecretShownOnce secret={one.content} label={label} />
            )}
          </div>
        );
      })}
      <p>
        {say("disclosure.hides")} <Countdown until={until} />
      </p>
    </>
  );
}

/** A button that copies a password without showing it on the page. */
function CopyUnseen({ password, label }: { readonly password: DisclosedPassword; readonly label: string }) {
  const say = useText();
  const [state, setState] = useState<"copied" | "refused">();
  const copy = async () => {
    await navigator.clipboard.writeText(password.content).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  };
  return (
    <>
      <Button aria-label={say("disclosure.copyOf", { label })} onClick={() => void copy()}>
        {say("secret.copy")}
      </Button>{" "}
      <span role="status">
        {state === undefined ? "" : say(state === "copied" ? "secret.copied" : "disclosure.notCopied")}
      </span>
    </>
  );
}
