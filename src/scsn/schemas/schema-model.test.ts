import { describe, expect, it } from 'vitest';
import { delivered } from '../testkit/documents.ts';
import { buildModel } from './schema-model.ts';
import type { ElementModel } from './schema-set.ts';
import { parseXsd } from './xsd-components.ts';

const child = (model: ElementModel, name: string) => {
  const found = model.children?.find(({ element }) => element.name === name);
  if (found === undefined) throw new Error(`${model.name} has no ${name}`);
  return found;
};

describe('the model of the delivered XSDs', () => {
  const order = delivered().model.root('scsn/Order');

  it('knows roots by their local name', () => {
    expect(order.name).toBe('Order');
    expect(order.namespace).toBe('urn:oasis:names:specification:ubl:schema:xsd:Order-2');
  });

  it('keeps the order of the schema', () => {
    const names = order.children?.map(({ element }) => element.name) ?? [];
    expect(names.slice(0, 3)).toEqual(['ext:UBLExtensions', 'cbc:UBLVersionID', 'cbc:CustomizationID']);
    expect(names.indexOf('cac:BuyerCustomerParty')).toBeLessThan(names.indexOf('cac:SellerSupplierParty'));
    expect(names.at(-1)).toBe('cac:OrderLine');
  });

  it('knows how often a child may occur', () => {
    expect(child(order, 'cbc:ID')).toMatchObject({ min: 1, max: 1 });
    expect(child(order, 'cbc:Note')).toMatchObject({ min: 0, max: Number.POSITIVE_INFINITY });
    expect(child(order, 'cac:OrderLine')).toMatchObject({ min: 1, max: Number.POSITIVE_INFINITY });
  });

  it('knows the base types and attributes of leaves', () => {
    const lineItem = child(child(order, 'cac:OrderLine').element, 'cac:LineItem').element;
    const amount = child(lineItem, 'cbc:LineExtensionAmount').element;
    expect(amount.children).toBeUndefined();
    expect(amount.type).toBe('decimal');
    expect(amount.attributes).toContainEqual({
      name: 'currencyID',
      required: true,
      type: 'normalizedString',
    });
    expect(child(order, 'cbc:IssueDate').element).toMatchObject({ type: 'date', attributes: [] });
  });

  it('follows aggregates that contain themselves', () => {
    const lineItem = child(child(order, 'cac:OrderLine').element, 'cac:LineItem').element;
    const sub = child(lineItem, 'cac:SubLineItem').element;
    expect(child(sub, 'cac:SubLineItem').element).toBe(sub);
  });

  it('models shipments in full, and leaves open what is private', () => {
    const lineItem = child(child(order, 'cac:OrderLine').element, 'cac:LineItem').element;
    const shipment = child(child(lineItem, 'cac:OrderedShipment').element, 'cac:Shipment').element;
    const stage = child(shipment, 'cac:ShipmentStage').element;
    expect(child(stage, 'cbc:TransportModeCode')).toMatchObject({ min: 0, max: 1 });
    const extension = child(child(order, 'ext:UBLExtensions').element, 'ext:UBLExtension').element;
    expect(child(extension, 'ext:ExtensionContent').element.open).toBe(true);
  });

  it('gives the elements of a namespace of its own no prefix', () => {
    const status = delivered().model.root('scsn/OrderStatus');
    expect(status.children?.map(({ element }) => element.name)).toEqual([
      'IssueDateTime',
      'cac:OrderReference',
      'OrderLineStatus',
    ]);
  });
});

describe('the model of other XSDs', () => {
  const xsd = (body: string) => `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"
    xmlns:o="urn:oasis:names:specification:ubl:schema:xsd:Order-2" elementFormDefault="qualified"
    targetNamespace="urn:oasis:names:specification:ubl:schema:xsd:Order-2">${body}</s:schema>`;
  const rootOf = (body: string) =>
    buildModel(new Map([['o.xsd', parseXsd('o.xsd', xsd(body))]])).root('scsn/Order');
  const names = (model: ElementModel) => model.children?.map(({ element }) => element.localName);

  it('reads local elements, anonymous types and nested groups', () => {
    const root = rootOf(`<s:element name="Order"><s:complexType><s:sequence>
      <s:element name="A" type="s:date"/>
      <s:sequence minOccurs="0"><s:element name="B" maxOccurs="3"><s:simpleType>
        <s:restriction base="s:decimal"/></s:simpleType></s:element></s:sequence>
      </s:sequence></s:complexType></s:element>`);
    expect(names(root)).toEqual(['A', 'B']);
    expect(root.children?.[1]).toMatchObject({ min: 0, max: 3, element: { type: 'decimal' } });
  });

  it('puts the children of the base type first in an extension', () => {
    const root = rootOf(`<s:element name="Order" type="o:T"/>
      <s:complexType name="Base"><s:sequence><s:element name="A" type="s:string"/></s:sequence></s:complexType>
      <s:complexType name="T"><s:complexContent><s:extension base="o:Base"><s:sequence>
        <s:element name="B" type="s:string"/></s:sequence></s:extension></s:complexContent></s:complexType>`);
    expect(names(root)).toEqual(['A', 'B']);
  });

  it('lets a restriction make an attribute required or take it away', () => {
    const root = rootOf(`<s:element name="Order" type="o:T"/>
      <s:complexType name="Base"><s:simpleContent><s:extension base="s:decimal">
        <s:attribute name="a" type="s:string"/><s:attribute name="b"/></s:extension></s:simpleContent></s:complexType>
      <s:complexType name="T"><s:simpleContent><s:restriction base="o:Base">
        <s:attribute name="a" type="s:string" use="required"/><s:attribute name="b" use="prohibited"/>
        </s:restriction></s:simpleContent></s:complexType>`);
    expect(root).toMatchObject({
      type: 'decimal',
      attributes: [{ name: 'a', required: true, type: 'string' }],
    });
  });

  it('leaves a choice open, since the model only knows sequences', () => {
    const root = rootOf(`<s:element name="Order"><s:complexType><s:choice>
      <s:element name="A" type="s:date"/><s:element name="B" type="s:date"/></s:choice></s:complexType></s:element>`);
    expect(root.open).toBe(true);
    expect(root.children?.map(({ min }) => min)).toEqual([0, 0]);
  });

  it('names a type that is not there', () => {
    expect(() => rootOf('<s:element name="Order" type="o:Missing"/>')).toThrow('Missing');
  });
});
