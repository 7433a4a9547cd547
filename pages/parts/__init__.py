"""What screens are made of: the desk (documents, reading, checking), plain functions on trees and reports, and widgets."""
