interface PasswordFieldProps {
  readonly name: 'current' | 'password';
  readonly label: string;
  /** One that is chosen now: twelve characters at least, and password managers offer one. */
  readonly isNew?: boolean;
  readonly autofocus?: boolean;
}

export const PasswordField = ({ name, label, isNew, autofocus }: PasswordFieldProps) => (
  <div class="field">
    <label for={`${name}-field`}>{label}</label>
    <input
      class="in"
      id={`${name}-field`}
      name={name}
      type="password"
      autocomplete={isNew ? 'new-password' : 'current-password'}
      minLength={isNew ? 12 : undefined}
      required
      autofocus={autofocus}
    />
  </div>
);
