/** Focus the first invalid field of a form; return whether there is one. */
export function goToWrong(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  const folded = field?.closest("details");
  if (folded) folded.open = true;
  field?.focus();
  return field !== null;
}
