/**
 * Fixtures: a document with the expected result of a mapping, as files. Users write the same format.
 *
 *   mappings/fixtures/NAME/
 *     document.xml | document.json   the source
 *     previous.xml | previous.json   optional: what was delivered before; its keyed items (`$key`) are what the order
 *                                    state holds, so that `$change` and `$omit` work as in production
 *     context.json                   optional, every member optional:
 *       {
 *         "mapping": "order-to-exchange",      default: NAME up to its first dot (`order-to-exchange.minimal`)
 *         "channel": { "companyId": "…" },     `$channel`
 *         "event": "OrderIssuedByBuyer",       `$event`
 *         "now": "2026-11-02T09:00:00.000Z",   `$now`; that moment by default
 *         "sent": …, "published": …, "received": …,     JSON values that become trees
 *         "changes": { "00010": "unchanged" }  answers by key, before those of previous.*; without either: new
 *       }
 *     expected.json | expected.xml   the target as it is written; unchanged items of an `$omit` list left out
 *     expected.stop.json             instead of it, where a `stop:` clause ends the message: { "as", "code" }
 *     expected.findings.json         findings in order; each needs its `code`, other members count where given;
 *                                    without the file no findings are expected
 */
