import { render } from 'preact';
import './style/tokens.css';
import './style/shell.css';
import './style/parts.css';
import './style/tables.css';
import { App } from './shell/app.tsx';
import { showPrintableText } from './shell/printable-text.ts';

showPrintableText();
const root = document.getElementById('app');
if (root) render(<App />, root);
