import { Divider, DropdownGroup, DropdownItem, DropdownList } from "@patternfly/react-core";

import type { Session } from "../base/session-store.ts";
import { useStore } from "../base/store.ts";
import { MenuButton } from "../components/menu-button.tsx";
import { chooseLanguage, useLanguage } from "../messages/language.ts";
import { languages } from "../messages/languages.ts";
import { useText } from "../messages/text.ts";
import { useLeaving } from "../session/use-leaving.ts";
import { chooseTheme, theme, themes } from "./theme.ts";

/** Menu of the signed-in user: theme, language and sign-out. */
export function AccountMenu({ session: { user } }: { readonly session: Session }) {
  const say = useText();
  const leave = useLeaving();
  const language = useLanguage();
  const chosen = useStore(theme);
  return (
    <MenuButton variant="plainText" words={user.displayName ?? user.id}>
      {() => (
        <>
          <DropdownGroup labelHeadingLevel="h2" label={say("theme.choose")}>
            <DropdownList>
              {themes.map((name) => (
                <DropdownItem key={name} isSelected={name === chosen} onClick={() => chooseTheme(name)}>
                  {say(`theme.${name}`)}
                </DropdownItem>
              ))}
            </DropdownList>
          </DropdownGroup>
          <DropdownGroup labelHeadingLevel="h2" label={say("language.choose")}>
            <DropdownList>
              {languages.map((name) => (
                <DropdownItem key={name} isSelected={name === language} onClick={() => void chooseLanguage(name)}>
                  {say(`language.${name}`)}
                </DropdownItem>
              ))}
            </DropdownList>
          </DropdownGroup>
          <Divider />
          <DropdownList>
            <DropdownItem onClick={leave}>{say("action.signOut")}</DropdownItem>
          </DropdownList>
        </>
      )}
    </MenuButton>
  );
}
