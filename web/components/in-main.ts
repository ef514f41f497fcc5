/** Where menus, tooltips and calendars are drawn: inside of the main part, so that they stand in a landmark. */
export function inMain(): HTMLElement {
  return document.querySelector("main") ?? document.body;
}
