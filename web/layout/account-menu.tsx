import { Divider, DropdownGroup, DropdownItem, DropdownList } from "@patternfly/react-core";
import { useNavigate } from "react-router";

import { useStore } from "../api/store.ts";
import { MenuButton } from "../components/menu-button.tsx";
import { chooseLanguage, languages, useLanguage } from "../messages/language.ts";
import { useText } from "../messages/text.ts";
import { paths } from "../paths.ts";
import { type Session, signOut } from "../session/session-store.ts";
import { chooseTheme, theme, themes } from "./theme.ts";

/** Who is signed in, how the pages look and speak, and the way out. */
export function AccountMenu({ session: { user } }: { readonly session: Session }) {
  const say = useText();
  const navigate = useNavigate();
  const language = useLanguage();
  const chosen = useStore(theme);
  const leave = async () => {
    await signOut().catch(() => undefined);
    await navigate(paths.signIn);
  };
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
            <DropdownItem onClick={() => void leave()}>{say("action.signOut")}</DropdownItem>
          </DropdownList>
        </>
      )}
    </MenuButton>
  );
}
