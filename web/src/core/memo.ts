import { Component, type ComponentType, createElement, type FunctionComponent } from "preact";

/** A component that is drawn again only when one of its properties is another one. */
export function memo<P extends object>(inner: FunctionComponent<P>): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const now = this.props as P;
      const names = Object.keys(next) as (keyof P)[];
      return names.some((name) => name !== "children" && next[name] !== now[name]);
    }
    override render() {
      return createElement(inner, this.props as P);
    }
  };
}
