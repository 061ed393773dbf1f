import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

const familyOf = (address: string): Family | undefined =>
  (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)];

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: Family;
}

/** `203.0.113.0/24` or `2001:db8::1`: an address alone is a network of one. Undefined when it is neither. */
function networkOf(text: string): Network | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const family = familyOf(address);
  const most = family === 'ipv6' ? 128 : 32;
  const right = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return family && right && more.length === 0 ? { address, family, bits: Number(bits ?? most) } : undefined;
}

export const isNetwork = (text: string): boolean => networkOf(text) !== undefined;

/** Whether an address lies in one of the networks; one of IPv4 may be written in IPv6 (`::ffff:192.0.2.1`), in any spelling. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const { address, bits, family } = networkOf(network) ?? {};
    if (address !== undefined) list.addSubnet(address, bits ?? 0, family);
  }
  return (address) => {
    const plain = address.replace(/%.*$/, '');
    const family = familyOf(plain);
    return family !== undefined && list.check(plain, family);
  };
}

/** Written in IPv6 (`::ffff:0:0/96`), in any spelling. Node's list takes that network for all of IPv4. */
const isIpv4InIpv6 = (address: string): boolean =>
  familyOf(address) === 'ipv6' &&
  /^\[::ffff:[0-9a-f]+:[0-9a-f]+\]$/.test(new URL(`http://[${address}]`).hostname);

/**
 * Addresses that are not of the public internet (IANA's special-purpose registries), and those of IPv6 that carry one of
 * IPv4 inside, which may be any.
 */
export const isPrivate = (address: string): boolean => {
  const plain = address.replace(/%.*$/, '');
  return isIpv4InIpv6(plain) || special(plain);
};

const special = inNetworks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);
