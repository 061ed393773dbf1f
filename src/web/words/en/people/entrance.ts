/** Of the login, and of links that let somebody in. */
export const entrance = {
  loginTitle: 'Log in',
  stillOpen: 'The gateway did not answer: you may still be logged in there. Log in and out once more.',
  noLogin: 'No account, or the password forgotten? An administrator of the gateway makes a link for you.',
  welcome: (name: string) => `Welcome, ${name}.`,
  choosePassword: 'Choose a password of at least 12 characters. The link works once.',
  setPassword: 'Set the password and log in',
  linkSpent: 'This link has been used or is too old.',
  linkSpentHint:
    'Ask an administrator for a new one: the page of users makes them, and so does `gateway user link NAME`.',
};
