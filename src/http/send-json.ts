import type { Response } from 'express';
import { escapeControlsInJson } from '../text/visible.ts';

/** Whoever reads an answer on a terminal sees what names and texts in it hold; for a program it is the same JSON. */
export function sendJson(response: Response, status: number, value: object): void {
  response
    .status(status)
    .type('application/json')
    .send(escapeControlsInJson(JSON.stringify(value)));
}
