"""Words that stand over contents, and over lists of figures and the like, in many languages; as keys (letters alone, folded)."""

from __future__ import annotations

import re

CONTENTS_WORDS = frozenset(
    {
        "contents", "tableofcontents", "tableofcontent", "contentslist", "inhaltsverzeichnis", "inhalt", "inhaltsübersicht",
        "gliederung", "tabledesmatières", "sommaire", "índice", "índicegeneral", "tabladecontenido", "tabladecontenidos",
        "contenido", "contenidos", "sumário", "sumario", "índicedeconteúdos", "conteúdo", "indice", "indicegenerale",
        "sommario", "inhoud", "inhoudsopgave", "innehåll", "innehållsförteckning", "indhold", "indholdsfortegnelse",
        "innhold", "innholdsfortegnelse", "sisällys", "sisällysluettelo", "spistreści", "obsah", "tartalomjegyzék",
        "içindekiler", "cuprins", "sadržaj", "содержание", "оглавление", "зміст", "съдържание", "περιεχόμενα",
        "πίνακαςπεριεχομένων", "المحتويات", "فهرس", "الفهرس", "فهرسالمحتويات", "תוכןעניינים", "תוכןהעניינים", "目录", "目錄",
        "目次", "もくじ", "차례", "목차", "briefcontents", "detailedcontents", "summaryofcontents", "outline", "agenda",
        "contentspage", "tabledesmatieres"
    }
)  # fmt: skip
LIST_WORDS = re.compile(
    r"listof\w{3,30}|verzeichnisder\w{3,30}|listedes\w{3,30}|listade\w{3,30}|elencodelle\w{3,30}|список\w{4,20}|перечень\w{4,20}|"
    r"(?:índicede|indicede)?(?:figures?|tables?|tabellen|abbildungen|abbildungsverzeichnis|tabellenverzeichnis|tableaux|figuras?|tablas?|tabelas?|cuadros?|"
    r"illustrations?|algorithms?|listings?|equations?|boxes|charts|photos|maps|plates|examples?|beispiele|abbreviations|"
    r"图目录|表目录|插图目录|表格目录|插图清单|表格清单|図目次|表目次)"
)
