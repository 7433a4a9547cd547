"""The screens: one module a screen, made of what stands in `pages.parts`."""
